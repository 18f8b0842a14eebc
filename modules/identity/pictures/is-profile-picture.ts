import type { FileOwner } from '#platform/files/file-claims.ts'

/** Whether a person's picture has this content. */
export const isProfilePicture: FileOwner = async ({ sql }, file_key) => {
  const rows = await sql`select from identity.person where profile_pic = ${file_key}`
  return rows.length > 0
}
