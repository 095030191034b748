// Recognises pictures by their first bytes, and Windows programs and the test file of virus scanners anywhere in a file.

/**
 * The EICAR test file, which all scanners report as a virus. In two parts, so that scanners do not report this source
 * file.
 */
const TEST_VIRUS = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE"].join("");

const beginsWith =
  (begin: string) =>
  (bytes: Buffer): boolean =>
    bytes.toString("latin1", 0, begin.length) === begin;
export const isPng = beginsWith("\x89PNG\r\n\x1a\n");
export const isJpeg = beginsWith("\xff\xd8\xff");

export const isProgram = (bytes: Buffer): boolean => bytes.includes(TEST_VIRUS) || hasWindowsProgram(bytes);

/** Looks for `MZ`, and `PE` where its header points to: a chance match occurs once in many gigabytes. */
function hasWindowsProgram(bytes: Buffer): boolean {
  for (let offset = bytes.indexOf("MZ"); offset >= 0; offset = bytes.indexOf("MZ", offset + 1)) {
    if (offset + 64 > bytes.length) return false;
    const header = offset + bytes.readUInt32LE(offset + 60);
    if (header + 4 <= bytes.length && bytes.readUInt32BE(header) === 0x50_45_00_00) return true;
  }
  return false;
}
