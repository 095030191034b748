export interface Reach {
  skip: Set<string>;
  args: Record<string, string[]>;
}
export function changedFiles(root: string, revision: string): string[];
export function findReach(root: string, files: string[], revision: string, long: boolean): Reach;
