// What every list page can be told by its address.
export interface ListProps {
  relation?: number | undefined;
  search?: string | undefined;
}
