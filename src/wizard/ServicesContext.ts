// How forms and words reach what the wizard lends them.
import { createContext, useContext } from "react";
import type { FormServices } from "#widgets/runtime.ts";

const Context = createContext<FormServices>({});
export const ServicesProvider = Context.Provider;
export const useServices = (): FormServices => useContext(Context);
