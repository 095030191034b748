// Offers the product, publishes the files now or from a day on, and goes back to an earlier release.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#api/calls/call.ts";
import type { OfferedProduct } from "#api/wizard/productIndex.ts";
import { formatDate } from "#engine/values/dateText.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import { Badge } from "#widgets/ui/Badge.tsx";
import { Button } from "#widgets/ui/Button.tsx";
import { studioQuery } from "../data.ts";
import { NameForm } from "../NameForm.tsx";
import type { ListedRelease, PublishAnswer } from "../server/release/releases.ts";
import { makeAct, setAt } from "../workspace/model/fieldActs.ts";
import type { Acts } from "../workspace/useActs.ts";
import { inBoth, useSay } from "../workspace/words.ts";
import { Card, Heads } from "./ChangedRows.tsx";

interface Props {
  product: OfferedProduct;
  releases: readonly ListedRelease[] | undefined;
  acts: Acts;
}

/** The newest ones. */
const SHOWN = 10;

export function Release({ product, releases = [], acts }: Props) {
  const say = useSay();
  const language = useLanguage();
  const queries = useQueryClient();
  const [refusal, setRefusal] = useState("");
  const renew = () => {
    const ask = (path: string) => queries.invalidateQueries({ queryKey: studioQuery(path).queryKey });
    return Promise.all(["/studio/releases", "/studio/earlier"].map(ask));
  };
  const offer = (offered: boolean) => {
    const sentence = inBoth(offered ? "offeredOn" : "offeredOff", { name: product.name });
    return acts.run((content) => makeAct(sentence, setAt(content.part(content.manifest), ["offered"], offered)));
  };
  const publish = async (from: string) => {
    const body = from ? { from } : {};
    const answer = await call<PublishAnswer>("POST", "/studio/releases", { body, timeout: 120_000 });
    if ("errors" in answer) return say("publishErrors", { count: answer.errors });
    if ("refusal" in answer) return answer.refusal;
    await renew();
    return say(answer.isNew ? "published" : "publishedAlready", { name: answer.release });
  };
  const goBack = async (name: string) => {
    setRefusal("");
    await call("POST", "/studio/releases/back", { body: { name } }).catch((error: Error) => setRefusal(error.message));
    await renew();
  };
  const days = ({ first, last }: ListedRelease) =>
    [first, last ?? ""].map((day) => day && formatDate(day, language)).join(" – ");
  return (
    <Card title={say("publishTitle")}>
      <p>{say("publishIntro")}</p>
      <p>
        <label>
          <input type="checkbox" checked={product.offered} onChange={({ target }) => void offer(target.checked)} />{" "}
          {say("isOffered")}
        </label>
      </p>
      <NameForm label={say("publishFrom")} action={say("publish")} type="date" isOptional onSubmit={publish} />
      {refusal && <p role="alert">{refusal}</p>}
      {releases.length > 0 && (
        <table className="table pv-stack">
          <Heads words={["release", "releaseDays", "releaseState"]} />
          <tbody>
            {releases
              .slice(-SHOWN)
              .reverse()
              .map((release) => (
                <tr key={release.name}>
                  <th scope="row">{release.name}</th>
                  <td data-label={say("releaseDays")}>{days(release)}</td>
                  <td data-label={say("releaseState")}>
                    <Badge tone={release.state === "on offer" ? "done" : "busy"}>{say(`state_${release.state}`)}</Badge>
                    {release.state === "over" && (
                      <Button small onClick={() => void goBack(release.name)}>
                        {say("goBack", { name: release.name })}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
