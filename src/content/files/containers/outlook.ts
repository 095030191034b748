// Reads messages of Outlook ([MS-OXMSG]): compound files with a storage per attachment. A message that was attached is a storage too.
import { type Effort, Refused } from "../effort.ts";
import { type CompoundEntry, findEntry, readCompoundFile } from "./compoundFile.ts";
import { dropShortName, type MailPart } from "./mail.ts";

const ATTACHMENT = /^__attach_version1\.0_/i;
/** Properties, recipients and the names of properties, and the mark of a library that writes such files. */
const ORDINARY =
  /^(?:__substg1\.0_[\da-f]{8}(?:-[\da-f]{8})?|__properties_version1\.0|__nameid_version1\.0|__recip_version1\.0_.*|.Sh33tJ5)$/i;
const PROPERTIES = "__properties_version1.0";

/** @throws {Refused} for another compound file, and for attachments that are objects or elsewhere. */
export function* readOutlook(bytes: Buffer, effort: Effort): Generator<MailPart> {
  const root = readCompoundFile(bytes, effort);
  if (!root || !findEntry(root, PROPERTIES)) throw new Refused("file_content");
  yield* readMessage(root, effort);
}

function* readMessage(message: CompoundEntry, effort: Effort): Generator<MailPart> {
  for (const entry of message.entries) {
    effort.spend({ parts: entry.isStorage ? 1 : 0, streams: 1 });
    if (entry.isStorage && ATTACHMENT.test(entry.name)) yield* readAttachment(entry, effort);
    else if (!ORDINARY.test(entry.name)) throw new Refused("file_unsafe", entry.name);
  }
}

/** Ways of attaching ([MS-OXCMSG] 2.2.2.9) that put a file or a message in the message. */
const [UNSAID, AS_FILE, AS_MESSAGE, AS_OBJECT] = [0, 1, 5, 6];

function* readAttachment(storage: CompoundEntry, effort: Effort): Generator<MailPart> {
  const short = [readText(storage, "3704"), readText(storage, "3703")].filter((name) => name !== undefined);
  const names = dropShortName(readText(storage, "3707"), short);
  const way = readWay(findEntry(storage, PROPERTIES)?.read()) ?? UNSAID;
  const message = findEntry(storage, "__substg1.0_3701000D");
  if (way === AS_OBJECT || (message && !findEntry(message, PROPERTIES))) throw new Refused("file_unsafe", names[0]);
  if (![UNSAID, AS_FILE, AS_MESSAGE].includes(way)) throw new Refused("file_unsafe.external", names[0]);
  if (message) yield* readMessage(message, effort);
  const content = findEntry(storage, "__substg1.0_37010102")?.read();
  if (content) yield { names, mediaType: readText(storage, "370E") ?? "", isMessage: false, content };
}

const readText = (storage: CompoundEntry, id: string): string | undefined =>
  findEntry(storage, `__substg1.0_${id}001F`)?.read().toString("utf16le") ??
  findEntry(storage, `__substg1.0_${id}001E`)?.read().toString("latin1");

/** The properties of fixed size follow a head of 8 bytes: tag, flags, value. */
function readWay(properties: Buffer = Buffer.alloc(0)): number | undefined {
  for (let offset = 8; offset + 16 <= properties.length; offset += 16)
    if (properties.readUInt32LE(offset) === 0x37_05_00_03) return properties.readUInt32LE(offset + 8);
  return undefined;
}
