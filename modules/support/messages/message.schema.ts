import { decodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { composed } from '#platform/composed.shared.ts'
import { z } from '#platform/schema.ts'

const maxMessageLength = 5_000

/** The most characters that one character becomes when encoded twice: nine for each of three bytes. */
const maxEncoded = 27
/** Largest body of a visitor's call with a message, in bytes. */
export const maxMessageBytes = maxMessageLength * maxEncoded + 16_384

/** A text from the contract's client: encoded at most twice. */
export const encodedText = (max = maxMessageLength) =>
  z
    .string()
    .max(max * maxEncoded)
    .nullish()
    .transform((encoded) =>
      composed(
        decodeMessage(encoded ?? '')
          .toWellFormed()
          .replaceAll('\0', ''),
      ).trim(),
    )
    .pipe(z.string().max(max))

const Sender = z.object({ first_name: z.string(), last_name: z.string(), avatar: z.string().nullable() })

/** `message` is URI-encoded twice, as the contract's client decodes it. */
export const Message = z.object({
  chat_thread_message_id: z.int(),
  sequence: z.int(),
  message: z.string(),
  updated_at: z.iso.datetime(),
  sender_entity_id: z.int(),
  senderInfo: Sender,
  is_system: z.boolean(),
  side: z.enum(['reporter', 'staff', 'system']),
  url: z.string().nullable(),
  client_id: z.string(),
})
export type Message = z.infer<typeof Message>
