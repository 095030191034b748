// Where the open request lives in the portal: a temporary one belongs to no relation yet.
import { useMemo } from "react";
import { useWizard } from "../WizardContext.ts";

export interface RequestPlace {
  product: string;
  intermediary: number;
  relation?: number | undefined;
}

export function useRequestPlace(): RequestPlace {
  const { exists } = useWizard().core.opened;
  const { key } = useWizard().core.manifest;
  return useMemo(() => {
    const { intermediary_number, relation_number, temporary_request } = exists;
    return {
      product: key,
      intermediary: intermediary_number,
      ...(temporary_request ? {} : { relation: relation_number }),
    };
  }, [exists, key]);
}
