// New request: a button and its list of offered products (spec: portal 2). Neither is there when the user's
// intermediary number is 0. From a relation the request is made under the relation's own number.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { Relation } from "#api/portfolio/relations.ts";
import { profileQuery } from "#api/profile.ts";
import { productIndexQuery } from "#api/wizard/productIndex.ts";
import { useLanguage, useMessage } from "#widgets/runtime/text.ts";
import { Button, IconButton } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Loaded } from "./States.tsx";
import { usePaths } from "./usePortal.ts";

interface NewRequestProps {
  /** For a request of this relation. Undefined while it is loading. */
  relation?: Pick<Relation, "number" | "company" | "intermediary"> | undefined;
  /** The page belongs to a relation. The button appears once its data has loaded. */
  ofRelation?: boolean;
  kind?: "primary" | "secondary";
  /** In the head of a box. */
  small?: boolean;
}

export function NewRequest({ relation, ofRelation, kind = "primary", small = false }: NewRequestProps) {
  const text = useMessage();
  const { data: profile } = useQuery(profileQuery());
  const [open, setOpen] = useState(false);
  const office = profile?.intermediary;
  const label = text("portal.dashboard.new_request");
  if (!office || (ofRelation && !relation)) return null;
  return (
    <>
      {small ? (
        <IconButton icon="plus" label={label} hint aria-haspopup="dialog" onClick={() => setOpen(true)} />
      ) : (
        <Button kind={kind} icon="plus" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {label}
        </Button>
      )}
      {open && (
        <Dialog
          title={
            relation
              ? text("portal.new_request.title_for_company", { company: relation.company })
              : text("portal.new_request.title")
          }
          intro={text("portal.new_request.intro")}
          onClose={() => setOpen(false)}
        >
          <Products intermediary={relation?.intermediary || office} relation={relation?.number} />
        </Dialog>
      )}
    </>
  );
}

function Products({ intermediary, relation }: { intermediary: number; relation: number | undefined }) {
  const text = useMessage();
  const language = useLanguage();
  const to = usePaths();
  return (
    <Loaded query={useQuery(productIndexQuery())} rows={4} kind="high">
      {({ products }) =>
        products
          .filter((product) => product.offered)
          .map((product) => (
            <Link
              key={product.key}
              className="product"
              to={to.wizard({ product: product.key, intermediary, relation, anew: true })}
              title={text("portal.new_request.option_label", { product: product.name[language] })}
            >
              <span className="tile">
                <Icon name={product.icon} />
              </span>
              <span>
                <b>{product.name[language]}</b>
                <small>{product.description[language]}</small>
              </span>
              <Icon name="right" />
            </Link>
          ))
      }
    </Loaded>
  );
}
