// What stands in fixtures/portfolio, as far as the portfolio loads it. Amounts are euros there, days `yyyy-mm-dd`.
import type { JsonObject } from "#engine/types.ts";

export interface SampleRelation {
  relation_number: number;
  company: string;
  address: string;
  zipcode: string;
  city: string;
  country_code: string;
  email: string;
  email_financial: string | null;
  correspondence_preference: string;
  digital_policy: string;
  kvk_number: string;
  intermediary_number: number;
}

export interface SampleContract {
  number: number;
  policy_number: number | null;
  relation_name: string;
  relation_number: number;
  product: string;
  product_code: string;
  premium_total: number;
  company_name: string;
  intermediary_number: number;
  start_date: string;
  end_date: string;
  contract_duration: number;
  debit_prolongation: string;
  insured_amount_per_claim: number;
  insured_amount_per_year: number;
  own_risk: number | null;
  premium: number;
  period: number;
  premium_period: number;
  insurance_tax: number;
  last_modified_description: string;
}

export interface SampleQuotation extends SampleContract {
  status: string;
  date: string;
  product_key?: string;
  answers?: Record<string, JsonObject>;
}

export interface SampleDamage {
  claim_id: number;
  title: string;
  report_date: string;
  claim_number_office: string;
  policy_number: number;
  desc_status_code: string;
  finished: boolean;
}

export interface SampleInvoice {
  offer_number: number;
  booking_date: string;
  status_code: string;
  total_open_amount: number;
  oms_product_code: string;
  start_date: string;
  end_date: string;
  collection_amount: number;
  note_date: string;
  company_name: string;
  employee_name: string;
  accounting_period_of: string;
  accounting_period_to: string;
  relation_number: number;
  policy_number: number;
  oms_insurance_type: string;
  payed: number;
  interest: number;
  insurance_tax: number;
  total_gross_premium: number;
  total_outstanding_amount: number;
}

export interface SampleDocument {
  id: number;
  description: string;
  upload_date: string;
  type: string;
  relation_number: number;
  intermediary_number: number;
}

export interface Samples {
  relations: SampleRelation[];
  quotations: SampleQuotation[];
  policies: SampleContract[];
  damages: SampleDamage[];
  invoices: SampleInvoice[];
  documents: SampleDocument[];
}
