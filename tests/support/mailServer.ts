// A mail server whose behaviour is set per receiver: accepts, refuses temporarily or permanently, or never answers.

import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

export type Manner = "takes" | "later" | "never" | "silent";

export interface MailServer {
  url: string;
  /** Receivers of accepted mail, in order. */
  taken: string[];
  /** Behaviour by receiver; `takes` by default. */
  manners: Map<string, Manner>;
  stop(): void;
}

const ANSWERS: Record<Manner, string | undefined> = {
  takes: "250 ok",
  later: "451 try again later",
  never: "550 no such mailbox",
  silent: undefined,
};

export async function startMailServer(): Promise<MailServer> {
  const taken: string[] = [];
  const manners = new Map<string, Manner>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const talk = conversation(manners, (receiver) => taken.push(receiver));
    socket.setEncoding("utf8").on("error", () => socket.destroy());
    socket.on("data", (part) => {
      const answer = talk(String(part));
      if (answer) socket.write(`${answer}\r\n`);
    });
    socket.write("220 mail.example\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    manners,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function conversation(manners: Map<string, Manner>, take: (receiver: string) => void) {
  let receiver = "";
  let text: string | undefined;
  return (part: string): string | undefined => {
    if (text !== undefined) {
      text += part;
      if (!text.endsWith("\r\n.\r\n")) return undefined;
      text = undefined;
      take(receiver);
      return "250 taken";
    }
    const [, address] = /^RCPT TO:<([^>]+)>/i.exec(part) ?? [];
    if (address !== undefined) {
      receiver = address;
      return ANSWERS[manners.get(address) ?? "takes"];
    }
    if (/^DATA/i.test(part)) text = "";
    return /^DATA/i.test(part) ? "354 go on" : "250 ok";
  };
}
