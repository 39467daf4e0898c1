/** Defines the forms of the desk's page about programs. */
import { z } from "zod"
import { currentPasswordField } from "#app/basics/account-fields.ts"
import { choices, idField, listCursor, optional, text } from "#app/basics/form-fields.ts"
import { API_SCOPES, WEBHOOK_EVENTS } from "./rules.ts"

export const CreateApiKeyForm = z.object({
  name: text({ label: "이름", max: 40 }),
  scopes: choices(API_SCOPES, { label: "권한", min: 1 }),
  password: currentPasswordField(),
})

export const RevokeApiKeyForm = z.object({ keyId: idField({ label: "키" }) })

export const AddWebhookForm = z.object({
  url: text({ label: "주소", max: 500 }),
  events: choices(WEBHOOK_EVENTS, { label: "알림", min: 1 }),
})
export const EndpointForm = z.object({ endpointId: idField({ label: "웹훅" }) })
export const DeliveryForm = z.object({ deliveryId: idField({ label: "기록" }) })

/** The address of the list of what was sent. */
export const WebhookLogQuery = z.object({
  endpoint: optional(idField({ label: "웹훅" })).catch(null),
  after: listCursor,
})
