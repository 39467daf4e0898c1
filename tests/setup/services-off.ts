/**
 * Settings that turn off, by name, every service that production has by a real adapter. A test of
 * one of them sets it after these.
 */
export const SERVICES_OFF = {
  PAYMENTS: "off",
  PAYOUTS: "off",
  ACCOUNT_CHECK: "off",
  MAIL: "off",
  SMS: "off",
  TRACKING: "off",
} as const
