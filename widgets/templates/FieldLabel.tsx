// A label with, outside the name it gives, the button that explains the field in place.
import type { ReactNode } from "react";
import { type FieldUi, useRuntime } from "../runtime.ts";
import { useTooltip } from "../ui/Tooltip.tsx";

interface LabelProps {
  id: string;
  labelId: string;
  label: string;
  name: ReactNode;
  ui: FieldUi;
  group?: boolean;
}

export function LabelWithTooltip({ id, labelId, label, name, ui, group }: LabelProps) {
  if (!ui.tooltip) return <Name {...{ id, labelId, name, group }} />;
  return <Explained {...{ id, labelId, label, name, ui, group }} />;
}

function Name({ id, labelId, name, group }: Omit<LabelProps, "label" | "ui">) {
  if (group) {
    return (
      <span className="label" id={labelId}>
        {name}
      </span>
    );
  }
  return (
    <label className="label" id={labelId} htmlFor={id}>
      {name}
    </label>
  );
}

function Explained({ id, labelId, label, name, ui, group }: LabelProps) {
  const { services } = useRuntime();
  const tooltip = useTooltip({ field: label, content: ui.tooltip, onOpen: () => services.onTooltip?.(id) });
  return (
    <>
      <span className="label-tip">
        <Name {...{ id, labelId, name, group }} />
        {tooltip.button}
      </span>
      {tooltip.panel}
    </>
  );
}
