// Recognises programs and scripts by the name of an attachment, because a program starts by its name, and by content.
// Also recognises the test file of virus scanners. Recognises containers by their first bytes.

/**
 * The EICAR test file, which all scanners report as a virus. In two parts, so that scanners do not report this source
 * file.
 */
const TEST_VIRUS = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE"].join("");

const PROGRAM_NAME =
  /\.(?:exe|com|scr|pif|bat|cmd|cpl|ps1|vb[se]?|jse?|ws[fh]|hta|sct|lnk|url|jar|ms[cip]|dll|xll|reg|chm|iso|img|vhdx?|docm|dotm|xls[mb]|xltm|xlam|pp[ast]m|ppt[ms]?m)$/i;

/** Windows ignores blanks and dots at the end of a name. */
export const isProgramName = (name: string): boolean => PROGRAM_NAME.test(name.replace(/[\s.\0]+$/, ""));

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

const begins = (bytes: Buffer, signatures: string[]): boolean => {
  const begin = bytes.toString("hex", 0, 4);
  return signatures.some((signature) => begin.startsWith(signature));
};

/** An archive, a compound file, a PDF, the attachments of Outlook or a program. */
export const beginsContainer = (bytes: Buffer): boolean =>
  begins(bytes, ["504b0304", "d0cf11e0", "25504446", "789f3e22", "4d5a"]) || beginsClosedArchive(bytes);

/** Archives that the check cannot open: RAR, 7-Zip and cabinet files. */
export const beginsClosedArchive = (bytes: Buffer): boolean => begins(bytes, ["52617221", "377abcaf", "4d534346"]);
