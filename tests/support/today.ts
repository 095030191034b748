// The day that the samples are written for, on which tests run: on the real day other quotations would expire each week.
import about from "../../fixtures/portfolio/about.json" with { type: "json" };

export const TODAY = about.conventions.reference_date;
