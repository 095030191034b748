// What the build makes of the icon files: per name its shapes, on a field of 20 by 20.
declare module "virtual:icon-shapes" {
  export const shapes: Record<string, [tag: string, attributes: Record<string, string>][]>;
}
