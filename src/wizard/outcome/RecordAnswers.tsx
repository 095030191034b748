// The broker records the answers in his own file: the paper with all of them to keep, and this page to print.
import type { SentOutcome } from "#api/outcomes.ts";
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";

export function RecordAnswers({ summary }: Pick<SentOutcome, "summary">) {
  const text = useText();
  const document = summary?.document;
  return (
    <Notice
      title={text("wizard.notice.record_answers.title")}
      action={
        <span className="actions no-print">
          {document !== undefined && (
            <a className="button button-secondary button-small" href={`/api/documents/${document}/download`} download>
              <Icon name="download" small />
              {text("wizard.outcome.action.download_answers")}
            </a>
          )}
          <Button small onClick={() => window.print()}>
            {text("wizard.outcome.action.print")}
          </Button>
        </span>
      }
    >
      {text("wizard.notice.record_answers.text")}
    </Notice>
  );
}
