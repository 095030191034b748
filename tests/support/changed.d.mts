export interface Reach {
  skip: Set<string>;
  args: Record<string, string[]>;
  long: boolean;
}
export function changedFiles(root: string, revision: string): string[];
export function findReach(root: string, files: string[], revision: string, long: boolean): Reach;
