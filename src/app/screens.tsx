// Which screen a route shows. Every feature of the portal and the wizard is loaded when it is first needed, so the shell
// stays small.
import { type ComponentType, lazy, type ReactNode } from "react";
import { Failure } from "./Failure.tsx";
import type { RouteName, RouteParams } from "./routeTable.ts";

const Dashboard = lazy(() => import("#portal/dashboard/Dashboard.tsx"));
const RelationList = lazy(() => import("#portal/relations/RelationList.tsx"));
const RelationDashboard = lazy(() => import("#portal/relations/RelationDashboard.tsx"));
const RelationData = lazy(() => import("#portal/relations/RelationData.tsx"));
const RelationForm = lazy(() => import("#portal/relations/RelationForm.tsx"));
const DocumentList = lazy(() => import("#portal/documents/DocumentList.tsx"));
const QuotationList = lazy(() => import("#portal/quotations/QuotationList.tsx"));
const QuotationPage = lazy(() => import("#portal/quotations/QuotationPage.tsx"));
const InsuranceList = lazy(() => import("#portal/insurances/InsuranceList.tsx"));
const InsurancePage = lazy(() => import("#portal/insurances/InsurancePage.tsx"));
const DamageList = lazy(() => import("#portal/damages/DamageList.tsx"));
const DamagePage = lazy(() => import("#portal/damages/DamagePage.tsx"));
const InvoiceList = lazy(() => import("#portal/open-invoices/InvoiceList.tsx"));
const InvoicePage = lazy(() => import("#portal/open-invoices/InvoicePage.tsx"));
const Account = lazy(() => import("#portal/account/Account.tsx"));
const AccountDetails = lazy(() => import("#portal/account/AccountDetails.tsx"));
const StaffList = lazy(() => import("#portal/account/StaffList.tsx"));
const StaffMember = lazy(() => import("#portal/account/StaffMember.tsx"));
const Settings = lazy(() => import("./Settings.tsx"));
const Wizard = lazy(() => import("./WizardRoute.tsx"));
const Outcome = lazy(() => import("#wizard/outcome/OutcomePage.tsx"));

type ListOf = ComponentType<{ relation?: number | undefined; search?: string | undefined }>;

/** Another relation is another list: nothing of the first may show while the second loads. */
const list = (List: ListOf, { relation, term }: RouteParams) => (
  <List key={relation ?? "all"} relation={relation} search={term} />
);

type Show = (params: RouteParams) => ReactNode;

const outcome: Show = ({ product = "", intermediary = 0, relation, request = "" }) => (
  <Outcome key={request} product={product} intermediary={intermediary} relation={relation} request={request} />
);
const quotes: Show = (params) => list(QuotationList, params);
const insurances: Show = (params) => list(InsuranceList, params);
const damages: Show = (params) => list(DamageList, params);
const invoices: Show = (params) => list(InvoiceList, params);
const relations: Show = ({ term }) => <RelationList search={term} />;
const quote: Show = ({ quotation = 0, relation }) => (
  <QuotationPage key={quotation} quotation={quotation} relation={relation} />
);
const insurance: Show = ({ policy = 0, relation }) => (
  <InsurancePage key={policy} policy={policy} relation={relation} />
);
const damage: Show = ({ damage: id = 0, relation }) => <DamagePage key={id} damage={id} relation={relation} />;
const invoice: Show = ({ offer = 0, relation }) => <InvoicePage key={offer} offer={offer} relation={relation} />;

export const screens: Record<RouteName, Show> = {
  dashboard: () => <Dashboard />,
  request: (params) => <Wizard flow="newTempRequest" {...params} />,
  newRequest: (params) => <Wizard flow="newRequest" {...params} />,
  editQuote: (params) => <Wizard flow="editQuote" {...params} />,
  quoteToPolicy: (params) => <Wizard flow="quoteToPolicy" {...params} />,
  requestOutcome: outcome,
  newRequestOutcome: outcome,
  failure: () => <Failure />,
  settings: () => <Settings />,
  account: () => <Account />,
  accountDetails: () => <AccountDetails />,
  staff: () => <StaffList />,
  employee: ({ employee = "" }) => <StaffMember key={employee} login={employee} />,
  quotes,
  quotesSearch: quotes,
  quote,
  insurances,
  insurancesSearch: insurances,
  insurance,
  damages,
  damagesSearch: damages,
  damage,
  openInvoices: invoices,
  openInvoicesSearch: invoices,
  openInvoice: invoice,
  relations,
  relationsSearch: relations,
  relation: ({ relation = 0 }) => <RelationDashboard key={relation} relation={relation} />,
  relationData: ({ relation = 0 }) => <RelationData key={relation} relation={relation} />,
  relationChange: ({ relation = 0 }) => <RelationForm key={relation} relation={relation} />,
  relationDocuments: ({ relation = 0 }) => <DocumentList key={relation} relation={relation} />,
  relationQuotes: quotes,
  relationQuotesSearch: quotes,
  relationQuote: quote,
  relationInsurances: insurances,
  relationInsurancesSearch: insurances,
  relationInsurance: insurance,
  relationDamages: damages,
  relationDamagesSearch: damages,
  relationDamage: damage,
  relationOpenInvoices: invoices,
  relationOpenInvoicesSearch: invoices,
  relationOpenInvoice: invoice,
};
