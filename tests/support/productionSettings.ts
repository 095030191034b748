// Settings with which a production server starts: the least that it needs.
import { LANGUAGES } from "#engine/values/languages.ts";

export const FAULTLESS = {
  APP_ENV: "production",
  APP_BASE_URL: "https://portal.example.com",
  DATABASE_URL: "postgres://db.example.com/portal?sslmode=verify-full",
  OIDC_ISSUER: "https://login.example.com",
  OIDC_CLIENT_ID: "portal",
  OIDC_CLIENT_SECRET: "not-a-real-secret-1",
  SMTP_URL: "smtps://mail.example.com",
  MAIL_FROM: "Portaal <portaal@insurer.example>",
  PROVIDER_NAME: "De Verzekeraar",
  CUSTOM_WORK_URL: "https://insurer.example/maatwerk",
  ...Object.fromEntries(
    LANGUAGES.flatMap((language) => [
      [`SUPPORT_PHONE_${language.toUpperCase()}`, "+32 2 765 43 21"],
      [`SUPPORT_EMAIL_${language.toUpperCase()}`, "help@insurer.example"],
    ]),
  ),
};
