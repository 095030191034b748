// Gives files made by a command that runs as root to the owner of their folder: the portal runs as another user, and has to read
// and write them.
import { chown, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

export async function giveToOwner(folder: string, made: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  // A network disk may refuse `chown` to root, and then assigns owners itself.
  for (const path of uid === 0 ? [] : made) await chown(path, uid, gid).catch(() => undefined);
}

/** Gives the folder with everything in it to the owner of its parent folder. */
export async function giveAllToOwner(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const names = await readdir(folder, { recursive: true }).catch(() => undefined);
  if (names) await giveToOwner(dirname(folder), [folder, ...names.map((name) => join(folder, name))]);
}
