// The button beside a date, and the calendar that it opens. `id` is the field's. Choosing a day returns the focus to
// the button.
import { useRef, useState } from "react";
import { useText } from "../../runtime/text.ts";
import { IconButton } from "../../ui/Button.tsx";
import textStyles from "../Text.module.css";
import { CalendarPopover, type CalendarProps } from "./CalendarPopover.tsx";

interface CalendarButtonProps extends Omit<CalendarProps, "anchor" | "onClose"> {
  /** The field's label, where a page has several calendars outside a form. */
  of?: string;
  /** In a form: ids of what names the field, with the group or record around it. */
  labelledBy?: string;
  /** Before the calendar opens or closes. */
  onPress?: () => void;
}

export function CalendarButton({ id, of, labelledBy, onPress, onPick, ...calendar }: CalendarButtonProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const name = text("common.datepicker.open");
  const button = useRef<HTMLButtonElement>(null);
  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  };
  return (
    <>
      <IconButton
        ref={button}
        id={`${id}__open`}
        icon="cal"
        className={`icon-button ${textStyles.after}`}
        label={of ? text("common.named", { name, value: of }) : name}
        aria-labelledby={labelledBy && `${id}__open ${labelledBy}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? `${id}__calendar` : undefined}
        onClick={() => {
          onPress?.();
          setOpen(!open);
        }}
      />
      {open && (
        <CalendarPopover
          {...calendar}
          id={`${id}__calendar`}
          anchor={button}
          onPick={(day) => {
            close(true);
            onPick(day);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
