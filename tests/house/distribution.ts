/**
 * How the tables would be split over several databases: which belong together, by which key, and which are
 * on every one of them (decision 095).
 */

/** Tables that are split by the same key stand on the same node: joins between them stay there. */
export const SPLIT_GROUPS = {
  /** By the person; an expert, a seller and a seeker of work are people. */
  person: `account_changes account_checks blocks campaign_recipients consents coupon_holders credentials
    customer_reviews data_exports delivery_addresses departures drafts expert_categories
    expert_certificates expert_decisions expert_favorites
    expert_portfolio expert_questions expert_regions experts former_titles
    insurance_paper_pictures insurance_papers job_alerts keyword_alerts known_addresses
    merged_carts neighbourhoods notification_deliveries notification_settings notifications
    office_people passkeys payout_accounts person_views people person_labels person_notes
    phone_codes product_keys product_pictures product_questions product_views products profiles
    proposal_templates push_subscriptions recovery_codes restock_alerts resumes sanctions
    second_factors seek_saves seek_posts seller_decisions seller_documents sellers sessions
    sign_in_codes users variants product_favorites
    api_answers api_keys price_sales product_files variant_prices webhook_deliveries webhook_endpoints`,
  /** By the request for a quote that everything of it belongs to. */
  order: `change_orders order_disputes order_events order_evidence order_evidence_heads order_parts
    order_photos order_relays order_splits orders proposal_versions proposals review_photos
    review_versions reviews warranty_claims warranty_photos`,
  /** By the thing for sale. */
  item: `deal_claim_pictures deal_claims deal_events deal_reviews deals item_events item_pictures
    item_talks item_views item_wishes items price_offers`,
  /** By the post. */
  hire: `application_slots hire_posts hire_saves hire_slots job_appeals job_applications job_events
    job_offers job_reviews work_corrections work_days work_marks work_places`,
  /** By the purchase. */
  purchase: `claim_events claim_pictures claims coupon_uses line_events order_groups order_lines
    parcels product_review_pictures product_reviews review_marks shop_orders`,
  /** By the charge, or by what is paid out. */
  money: `cash_receipts chargebacks charges ledger payments payout_problems payouts reconciliation_days
    reconciliation_differences refunds`,
  /** By the room. */
  room: "chat_appointments chat_members chat_messages chat_pictures chat_rooms",
  /** By its own id: everything has pictures. */
  picture: "pictures",
  /** By its own id; what is reported is anything. */
  office: `access_records access_reviews admin_cases admin_hidden_columns admin_recent_records
    admin_requests admin_views audit_links audit_log figure_cohorts figure_days figure_mails
    figure_sources office_refunds report_events
    report_pictures reports ticket_messages ticket_notes tickets`,
  /** A copy of what is listed, which asks for nobody else's rows. */
  search: "search_entries search_misses search_popular search_terms search_words",
} as const satisfies Record<string, string>

/** Few rows, read by all and seldom written: a copy on every node, with which a join crosses nothing. */
export const COPIED_TABLES = `agreements article_versions articles banners campaigns coupons
  demo_town rate_limits replication_state
  search_common search_rebuild search_vocabulary setting_versions sitemap_parts
  ticket_macros wages`

/** Of one node each: what a node does by itself, what an outside party is in for, what nobody joins. */
export const LOCAL_TABLES = `messages outbox simulated_answers simulated_cash_receipts simulated_payments
  simulated_payouts simulated_relays simulated_sellers simulated_transfers submissions verifications`

type SplitGroup = keyof typeof SPLIT_GROUPS

export const listWords = (text: string): string[] => text.split(/\s+/).filter(Boolean)

const groupByTable = new Map(
  Object.entries(SPLIT_GROUPS).flatMap(([group, tables]) =>
    listWords(tables).map((table): [string, SplitGroup] => [table, group as SplitGroup]),
  ),
)

/** The groups that a statement on `tables` needs rows of, in the order of the alphabet. */
export const listGroups = (tables: readonly string[]): SplitGroup[] =>
  [...new Set(tables.flatMap((table) => groupByTable.get(table) ?? []))].sort()
