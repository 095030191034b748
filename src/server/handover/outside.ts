// Posts to an address that an office named, to the internet only: what its name leads to is judged when the connection is made, so
// that neither a private address nor a name that leads to one reaches the insurer's own machines.
import { type RequestOptions, request } from "node:https";
import { BlockList, connect, isIP } from "node:net";
import { connect as secure } from "node:tls";

/** Networks that are not of the internet. The list also judges IPv4 addresses that are written as IPv6. */
const inside = new BlockList();
for (const network of ["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"])
  add(network, "ipv4");
for (const network of ["192.0.0.0/24", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4"])
  add(network, "ipv4");
for (const network of ["::/127", "64:ff9b::/96", "2002::/16", "fc00::/7", "fe80::/10", "ff00::/8"])
  add(network, "ipv6");

function add(network: string, version: "ipv4" | "ipv6"): void {
  const [address = "", bits] = network.split("/");
  inside.addSubnet(address, Number(bits), version);
}

const readHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/** Whether the address itself is outside the internet. A name is judged when it is connected to. */
export function isInside(url: string): boolean {
  const host = readHost(new URL(url));
  const version = isIP(host);
  return version === 0 ? /(^|\.)localhost$/.test(host) : inside.check(host, version === 6 ? "ipv6" : "ipv4");
}

/** Returns the status of the answer. Follows no redirect. `blocked` is for tests. */
export function postOutside(
  url: string,
  { body, ...options }: Pick<RequestOptions, "headers" | "signal"> & { body: string },
  blocked = inside,
): Promise<number> {
  const [{ port }, host] = [new URL(url), readHost(new URL(url))];
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => reject(new Error("it could not be posted", { cause }));
    const socket = connect({ host, port: Number(port || 443), blockList: blocked }).on("error", fail);
    const servername = isIP(host) ? "" : host;
    const createConnection = () => secure({ socket, host, servername });
    request(url, { ...options, method: "POST", createConnection }, (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    })
      .on("error", fail)
      .on("close", () => socket.destroy())
      .end(body);
  });
}
