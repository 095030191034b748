// The table of a mail server's answers: which end a mail at once, and which are tried again for two days. Only an answer about this
// recipient or this content is final: the others concern the portal's own sender, login or quota, and an operator can correct them.
export interface SmtpError extends Error {
  code?: string;
  /** Status code of the answer, such as 550. */
  responseCode?: number;
  /** The text of the answer, which may contain an enhanced status code such as 5.1.1 (RFC 3463). */
  response?: string;
  /** The command that it answers, or `API` for a mail that the library does not send. */
  command?: string;
}

interface Row {
  when: string;
  command: RegExp;
  /** Of the enhanced status code, or of the plain one where there is none. */
  enhanced?: RegExp;
  plain?: RegExp;
  /** Absent for every kind of error. */
  kind?: RegExp;
  permanent: boolean;
  means: string;
}

/** The first row that fits applies. */
export const ANSWERS: readonly Row[] = [
  { when: "an answer 4xx", command: /./, plain: /^4/, permanent: false, means: "the server is busy or full for now" },
  {
    when: "the sender is refused at the recipient",
    command: /^RCPT TO/,
    enhanced: /^5\.1\.[78]$/,
    permanent: false,
    means: "the server does not accept MAIL_FROM",
  },
  {
    when: "the recipient does not exist or has moved",
    command: /^RCPT TO/,
    enhanced: /^5\.(1\.\d+|2\.1)$/,
    permanent: true,
    means: "the recipient does not exist",
  },
  {
    when: "the recipient is refused without an enhanced code",
    command: /^RCPT TO/,
    plain: /^(550|551|553|556)$/,
    permanent: true,
    means: "the recipient does not exist",
  },
  {
    when: "the mail is too large",
    command: /./,
    enhanced: /^5\.(2\.3|3\.4)$/,
    permanent: true,
    means: "the mail is too large for the server",
  },
  {
    when: "the content is refused",
    command: /^DATA/,
    kind: /^EMESSAGE$/,
    enhanced: /^5\.(6\.\d+|7\.1)$/,
    permanent: true,
    means: "the server does not accept this content",
  },
  {
    when: "the content is refused without an enhanced code",
    command: /^DATA/,
    kind: /^EMESSAGE$/,
    plain: /^(550|552|554)$/,
    permanent: true,
    means: "the server does not accept this content",
  },
  {
    when: "the mail library refuses the recipient or the size before it is sent",
    command: /^(API|MAIL FROM)$/,
    kind: /^(EENVELOPE|EMESSAGE)$/,
    plain: /^$/,
    permanent: true,
    means: "the address or the mail cannot be sent",
  },
  { when: "the login is refused", command: /^AUTH/, permanent: false, means: "the server refuses the portal's login" },
  {
    when: "the sender is refused",
    command: /^MAIL FROM/,
    permanent: false,
    means: "the server does not accept MAIL_FROM, asks for a login, or a quota is used up",
  },
  {
    when: "any other refusal of a recipient",
    command: /^RCPT TO/,
    permanent: false,
    means: "the server does not relay for the portal, or a mailbox or quota is full",
  },
  { when: "any other refusal of a mail", command: /^DATA/, permanent: false, means: "a quota or policy of the server" },
  { when: "no answer", command: /(?:)/, permanent: false, means: "the server does not answer" },
];

export function findAnswer({ code = "", command = "", responseCode, response, message }: SmtpError): Row {
  const plain = responseCode === undefined ? "" : String(responseCode);
  const enhanced = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? (plain ? message : ""))?.[1];
  const fits = (row: Row) =>
    row.command.test(command || " ") &&
    (!row.kind || row.kind.test(code)) &&
    (!row.enhanced || (enhanced !== undefined && row.enhanced.test(enhanced))) &&
    (!row.plain || (row.plain.test(plain) && (enhanced === undefined || row.plain.test("4"))));
  const row = ANSWERS.find(fits) ?? ANSWERS.at(-1);
  if (!row) throw new Error("The table of mail answers is empty");
  return row;
}

/** For the stored row and for `doctor`: meaning, error, command and answer. The text of the answer may contain the recipient. */
export const describeAnswer = (error: SmtpError): string => {
  const { code, command, responseCode, message } = error;
  return `${findAnswer(error).means} (${[code, command, responseCode].filter(Boolean).join(" ") || "no answer"}): ${message}`;
};
