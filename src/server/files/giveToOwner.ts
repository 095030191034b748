// Gives files made by a command that runs as root to the owner of their folder: the portal runs as another user, and has to read
// and write them.
import { chown, stat } from "node:fs/promises";

export async function giveToOwner(folder: string, made: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  // A network disk may refuse `chown` to root, and then assigns owners itself.
  for (const path of uid === 0 ? [] : made) await chown(path, uid, gid).catch(() => undefined);
}
