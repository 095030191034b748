// A mail server on a free port of this machine, of the family of nodemailer, whose behaviour is set per receiver.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/**
 * Set for the receiver: takes, later, never, silent (no answer). Set for the whole mail: full (for now), spam (for
 * good), drops (accepts the mail and disconnects), slow (an answer that does not end, a line at a time).
 */
export type Manner = "takes" | "later" | "never" | "silent" | "full" | "spam" | "drops" | "slow";

export interface MailServer {
  url: string;
  /** Receivers of accepted mail, in order. */
  taken: string[];
  /** Message-IDs of accepted mail, in order. */
  ids: string[];
  /** Called with everything a sender sends, before it is answered. */
  heard?: (() => void) | undefined;
  /** The next answers to a command, in place of the behaviour by receiver. */
  refusals: Map<"MAIL FROM" | "RCPT TO" | "DATA", [responseCode: number, text: string]>;
  /** Behaviour by receiver, `takes` by default. */
  manners: Map<string, Manner>;
  stop(): void;
}

const REFUSALS: Partial<Record<Manner, [number, string]>> = {
  later: [451, "try again later"],
  never: [550, "no such mailbox"],
  full: [452, "no room for this mail now"],
  spam: [554, "this mail is not taken"],
};
const OF_RECEIVER: Manner[] = ["later", "never", "silent"];
const LINE_MS = 20;

const refuse = (manner: Manner) => {
  const [responseCode, text] = REFUSALS[manner] ?? [];
  return responseCode ? Object.assign(new Error(text), { responseCode }) : null;
};

export async function startMailServer(): Promise<MailServer> {
  const taken: string[] = [];
  const ids: string[] = [];
  const manners = new Map<string, Manner>();
  const refusals: MailServer["refusals"] = new Map();
  const findRefusal = (command: "MAIL FROM" | "RCPT TO" | "DATA") => {
    const [responseCode, text] = refusals.get(command) ?? [];
    return responseCode ? Object.assign(new Error(text), { responseCode }) : null;
  };
  const receiverOf = ({ envelope }: SMTPServerSession) => envelope.rcptTo[0]?.address ?? "";
  const findSocket = ({ id }: SMTPServerSession) =>
    [...server.connections].find((connection) => connection.session.id === id)?._socket;

  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: (_auth, _session, answer) => answer(Object.assign(new Error("wrong password"), { responseCode: 535 })),
    onConnect: (_session, answer) => {
      mails.heard?.();
      answer();
    },
    onMailFrom: (_address, _session, answer) => {
      mails.heard?.();
      answer(findRefusal("MAIL FROM"));
    },
    onRcptTo: ({ address }, _session, answer) => {
      mails.heard?.();
      const manner = manners.get(address) ?? "takes";
      if (manner !== "silent") answer(OF_RECEIVER.includes(manner) ? refuse(manner) : findRefusal("RCPT TO"));
    },
    onData: async (stream, session, answer) => {
      mails.heard?.();
      // A sender that dies in mid-sentence leaves no mail.
      const parts: Buffer[] | undefined = await stream.toArray().catch(() => undefined);
      if (!parts) return;
      const text = Buffer.concat(parts).toString();
      const receiver = receiverOf(session);
      const manner = manners.get(receiver) ?? "takes";
      const refusal = refuse(manner) ?? findRefusal("DATA");
      if (refusal) return answer(refusal);
      const socket = findSocket(session);
      if (manner === "slow") {
        const lines = setInterval(() => socket?.write("250-still here\r\n"), LINE_MS);
        socket?.once("close", () => clearInterval(lines));
        return;
      }
      taken.push(receiver);
      ids.push(/^Message-ID: <([^>]+)>/im.exec(text)?.[1] ?? "none");
      mails.heard?.();
      if (manner === "drops") socket?.destroy();
      else answer();
    },
  });
  server.on("error", () => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const mails: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken,
    ids,
    manners,
    refusals,
    stop() {
      for (const { _socket } of server.connections) _socket.destroy();
      server.close();
    },
  };
  return mails;
}
