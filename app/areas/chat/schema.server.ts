/** The tables of chat: rooms, their two people, messages, pictures, appointments. */
import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core"
import type { SubjectKind } from "../../basics/subject.ts"
import { pictures } from "../../platform/schema.server.ts"
import { users } from "../accounts/schema.server.ts"
import type { AppointmentState, ChatCard, MessageKind } from "./rules.ts"

const at = (name: string) => timestamp(name, { withTimezone: true })

export const chatRooms = pgTable("chat_rooms", {
  id: uuid().primaryKey(),
  subjectKind: text("subject_kind").$type<SubjectKind>().notNull(),
  subjectId: uuid("subject_id").notNull(),
  lowUserId: uuid("low_user_id").notNull(),
  highUserId: uuid("high_user_id").notNull(),
  subjectTitle: text("subject_title").notNull(),
  subjectPictureId: uuid("subject_picture_id"),
  lastSeq: integer("last_seq").notNull().default(0),
  lastMessageAt: at("last_message_at"),
  lastSenderId: uuid("last_sender_id"),
  lastText: text("last_text").notNull().default(""),
  reviewedAt: at("reviewed_at"),
  createdAt: at("created_at").notNull().defaultNow(),
})

export const chatMembers = pgTable(
  "chat_members",
  {
    roomId: uuid("room_id")
      .notNull()
      .references(() => chatRooms.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    partnerId: uuid("partner_id").notNull(),
    listed: boolean().notNull(),
    fromSeq: integer("from_seq").notNull().default(0),
    lastSeq: integer("last_seq").notNull().default(0),
    activeAt: at("active_at").notNull(),
    readSeq: integer("read_seq").notNull().default(0),
    unread: integer().notNull().default(0),
    lookingUntil: at("looking_until"),
    partnerLeft: boolean("partner_left").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.userId] })],
)

export const chatAppointments = pgTable("chat_appointments", {
  id: uuid().primaryKey(),
  roomId: uuid("room_id").notNull(),
  proposerId: uuid("proposer_id").notNull(),
  state: text().$type<AppointmentState>().notNull(),
  at: at("at").notNull(),
  place: text().notNull().default(""),
  regionCode: text("region_code"),
  note: text().notNull().default(""),
  createdAt: at("created_at").notNull().defaultNow(),
  decidedAt: at("decided_at"),
})

export const chatMessages = pgTable("chat_messages", {
  id: uuid().primaryKey(),
  roomId: uuid("room_id")
    .notNull()
    .references(() => chatRooms.id, { onDelete: "cascade" }),
  seq: integer().notNull(),
  senderId: uuid("sender_id"),
  kind: text().$type<MessageKind>().notNull(),
  text: text().notNull().default(""),
  card: jsonb().$type<ChatCard>(),
  appointmentId: uuid("appointment_id").references(() => chatAppointments.id, { onDelete: "cascade" }),
  clientKey: uuid("client_key").notNull(),
  hiddenReason: text("hidden_reason"),
  createdAt: at("created_at").notNull().defaultNow(),
})

export const chatPictures = pgTable(
  "chat_pictures",
  {
    messageId: uuid("message_id")
      .notNull()
      .references(() => chatMessages.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    pictureId: uuid("picture_id")
      .notNull()
      .references(() => pictures.id),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.position] })],
)
