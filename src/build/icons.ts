// The icons of src/app/public/images/icons as a module of shapes, so that the app draws them in the page: a request for each
// costs seconds on a slow line, and the browser lays the page out anew for every outside drawing. Used by vite.config.ts only.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

type Shape = [tag: string, attributes: Record<string, string>];

const NAME = /^icon-(.+)\.svg$/;
/** Colour and line come from the style sheet. The shapes in the group are drawn. */
const GROUP = /^<svg xmlns="[^"]+" viewBox="0 0 20 20"><g id="i"[^>]*>(.*)<\/g><\/svg>\s*$/;

function readShapes(file: string): Shape[] {
  const inside = GROUP.exec(readFileSync(file, "utf8"))?.[1];
  if (inside === undefined) throw new Error(`${file}: an icon is one group with the id "i" on a field of 20 by 20`);
  return [...inside.matchAll(/<(\w+) ([^>]*)\/>/g)].map(([, tag = "", rest = ""]) => {
    const attributes = [...rest.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]);
    return [tag, Object.fromEntries(attributes)];
  });
}

export function iconShapes(folder: string): Plugin {
  const id = "\0icon-shapes";
  return {
    name: "icon-shapes",
    resolveId: (source) => (source === "virtual:icon-shapes" ? id : null),
    load(source) {
      if (source !== id) return null;
      const files = readdirSync(folder).filter((file) => NAME.test(file));
      const shapes = files.map((file) => [NAME.exec(file)?.[1], readShapes(join(folder, file))]);
      return `export const shapes = ${JSON.stringify(Object.fromEntries(shapes))};`;
    },
  };
}
