// What a command of root makes belongs to whoever owns the folder that it is for: the portal is another user, and has to read and
// write there too.
import { chown, stat } from "node:fs/promises";

export async function giveToOwner(folder: string, made: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  // A disk of another machine may refuse this to root, and says itself whose a file is.
  for (const path of uid === 0 ? [] : made) await chown(path, uid, gid).catch(() => undefined);
}
