/**
 * Settings that turn every service off that production has by a real adapter, or by name not at all. A test of
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
