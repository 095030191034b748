// Writes compound files, the containers of Word 97, Excel 97 and Outlook.
import CFB from "cfb";

export interface Storage {
  [name: string]: Uint8Array | Storage;
}

export function compound(content: Storage): Buffer {
  const container = CFB.utils.cfb_new();
  addStorage(container, "/", content);
  CFB.utils.cfb_del(container, "/\u0001Sh33tJ5");
  return CFB.write(container, { type: "buffer" }) as Buffer;
}

function addStorage(container: CFB.CFB$Container, path: string, storage: Storage): void {
  for (const [name, content] of Object.entries(storage)) {
    if (content instanceof Uint8Array) CFB.utils.cfb_add(container, path + name, content);
    else addStorage(container, `${path}${name}/`, content);
  }
}
