// Countries by name; a code without a name is shown as it came.
import { useIntl } from "react-intl";

export function useCountry(): (code: string) => string {
  const intl = useIntl();
  return (code) => {
    const id = `common.country.${code}`;
    return id in intl.messages ? intl.formatMessage({ id: id as "common.country.NL" }) : code;
  };
}
