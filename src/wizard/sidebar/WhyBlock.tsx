// Why this insurer: items that the product's manifest names.
import { useText } from "#widgets/text.ts";
import { Block } from "#widgets/ui/Block.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { useWizard } from "../WizardContext.ts";
import type { BlockControl } from "./useBlock.ts";

export function WhyBlock(control: BlockControl) {
  const text = useText();
  const { manifest } = useWizard().core;
  return (
    <Block icon="shield" title={text("wizard.sidebar.why.title")} {...control}>
      <ul className="why">
        {manifest.why.map((item) => (
          <li key={item}>
            <Icon name="check" />
            <b>{text(`why.${item}.title`)}</b>
            <span>{text(`why.${item}.text`)}</span>
          </li>
        ))}
      </ul>
    </Block>
  );
}
