// A mail server whose behaviour is set per receiver: accepts, refuses temporarily or permanently, or never answers.

import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

export type Manner = "takes" | "later" | "never" | "silent";

export interface MailServer {
  url: string;
  /** Receivers of accepted mail, in order. */
  taken: string[];
  /** Message-IDs of accepted mail, in order. */
  ids: string[];
  /** Told of everything a sender says, before it is answered. */
  heard?: (() => void) | undefined;
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
  const ids: string[] = [];
  const manners = new Map<string, Manner>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const talk = conversation(manners, (receiver, text) => {
      taken.push(receiver);
      ids.push(/^Message-ID: <([^>]+)>/im.exec(text)?.[1] ?? "none");
    });
    socket.setEncoding("utf8").on("error", () => socket.destroy());
    socket.on("data", (part) => {
      const answer = talk(String(part));
      mails.heard?.();
      if (answer) socket.write(`${answer}\r\n`);
    });
    socket.write("220 mail.example\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const mails: MailServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    ids,
    manners,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return mails;
}

function conversation(manners: Map<string, Manner>, take: (receiver: string, text: string) => void) {
  let receiver = "";
  let text: string | undefined;
  return (part: string): string | undefined => {
    if (text !== undefined) {
      text += part;
      if (!text.endsWith("\r\n.\r\n")) return undefined;
      take(receiver, text);
      text = undefined;
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
