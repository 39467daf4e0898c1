/** Defines the forms of the desk's page about programs. */
import { z } from "zod"
import { currentPasswordField } from "#app/basics/account-fields.ts"
import { choices, idField, text } from "#app/basics/form-fields.ts"
import { API_SCOPES } from "./rules.ts"

export const CreateApiKeyForm = z.object({
  name: text({ label: "이름", max: 40 }),
  scopes: choices(API_SCOPES, { label: "권한", min: 1 }),
  password: currentPasswordField(),
})

export const RevokeApiKeyForm = z.object({ keyId: idField({ label: "키" }) })
