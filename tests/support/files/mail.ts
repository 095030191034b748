// Writes mails: parts beside each other, inside each other, and the `winmail.dat` of Outlook.

export interface Attached {
  name: string;
  content: Uint8Array;
}

const HEAD = [
  "From: a@example.com",
  "To: b@example.com",
  "Subject: Uitleg",
  "Date: Fri, 20 Nov 2026 10:00:00 +0100",
  "MIME-Version: 1.0",
];
export const TEXT = "Content-Type: text/plain; charset=utf-8\r\n\r\nZie de bijlage.";
export const HTML = "Content-Type: text/html; charset=utf-8\r\n\r\n<p>Zie de bijlage.</p>";
let boundaries = 0;

export function multipart(kind: string, parts: string[]): string {
  boundaries += 1;
  const boundary = `=_${boundaries}`;
  const lines = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("");
  return `Content-Type: multipart/${kind};\r\n boundary="${boundary}"\r\n\r\nMIME\r\n${lines}--${boundary}--\r\n`;
}

export const attach = ({ name, content }: Attached): string =>
  [
    `Content-Type: application/octet-stream; name="${name}"`,
    "Content-Transfer-Encoding: base64",
    `Content-Disposition: attachment;\r\n filename="${name}"`,
    "",
    Buffer.from(content).toString("base64").replace(/.{76}/g, "$&\r\n"),
  ].join("\r\n");

export const message = (part: string): string => `${HEAD.join("\r\n")}\r\n${part}`;

/** As a mail program writes it: text in two notations with a picture, and attachments. */
export const mail = (...files: Attached[]): Buffer => Buffer.from(message(body(files.map(attach))), "latin1");

const body = (parts: string[]) =>
  multipart("mixed", [multipart("related", [multipart("alternative", [TEXT, HTML])]), ...parts]);

/** A mail that was forwarded as a whole. */
export const forward = (sent: Uint8Array): Buffer =>
  Buffer.from(message(body([`Content-Type: message/rfc822\r\n\r\n${Buffer.from(sent).toString("latin1")}`])), "latin1");

/** The attachments as Outlook packs them for itself. */
export function winmail(...files: Attached[]): Buffer {
  const parts = files.flatMap(({ name, content }) => [
    attribute(0x00_01_80_10, Buffer.from(`${name}\0`)),
    attribute(0x00_06_80_0f, content),
  ]);
  return Buffer.concat([Buffer.from("789f3e220100", "hex"), ...parts]);
}

function attribute(id: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head[0] = 2;
  head.writeUInt32LE(id, 1);
  head.writeUInt32LE(content.length, 5);
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(content.reduce((total, byte) => (total + byte) & 0xff_ff, 0));
  return Buffer.concat([head, content, sum]);
}
