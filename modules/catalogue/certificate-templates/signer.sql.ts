import type { Ctx } from '#platform/ctx.ts'

/** The signer of an organization's certificates. */
export type CertificateSigner = {
  name: string
  title: string
  /** The title on certificates of Spanish courses; '' if the same. */
  title_es: string
  /** The agency's number for the school. */
  approval_number: string
  /** The stored picture of the signature. */
  signature_key: string | null
  updated_at: Date
}

/** The signer of an organization; null if not set. */
export async function findSigner(
  { sql }: Pick<Ctx, 'sql'>,
  organization_id: number,
  { lock = false } = {},
): Promise<CertificateSigner | null> {
  const [row] = await sql<CertificateSigner>`
    select name, title, title_es, approval_number, signature_key, updated_at from catalogue.certificate_signer
    where organization_id = ${organization_id} ${lock ? sql`for update` : sql``}`
  return row ?? null
}

/** The row of an organization, created if missing, and locked. Needs a transaction. */
export async function lockSigner(ctx: Ctx, organization_id: number): Promise<CertificateSigner> {
  await ctx.sql`
    insert into catalogue.certificate_signer (organization_id) values (${organization_id}) on conflict do nothing`
  return (await findSigner(ctx, organization_id, { lock: true }))!
}

export async function updateSigner(
  { sql }: Pick<Ctx, 'sql'>,
  organization_id: number,
  change: Partial<Omit<CertificateSigner, 'updated_at'>>,
): Promise<void> {
  await sql`
    update catalogue.certificate_signer set ${sql(change)}, updated_at = platform.now()
    where organization_id = ${organization_id}`
}

export type OrganizationFacts = {
  name: string
  code: string
  time_zone: string
  brand_color: string | null
  email: string
  public_phone: string
  address1: string
  address2: string
  city: string
  lk_state_id: number | null
  zip: string
  /** The address of its default website. */
  website: string
}

/** The data about an organization on certificates. */
export async function findOrganizationFacts(
  { sql }: Pick<Ctx, 'sql'>,
  organization_id: number,
): Promise<OrganizationFacts | null> {
  const [row] = await sql<OrganizationFacts>`
    select o.name, o.code, o.time_zone, o.brand_color, o.email, o.public_phone,
           coalesce(a.address1, '') as address1, coalesce(a.address2, '') as address2, coalesce(a.city, '') as city,
           a.lk_state_id, coalesce(a.zip, '') as zip,
           coalesce((select w.url from catalogue.website w
                     where w.organization_id = o.organization_id and w.default_website_ind and w.deleted_at is null
                     order by w.website_id limit 1), '') as website
    from identity.v_organization o
    left join identity.v_organization_address a on a.organization_id = o.organization_id
    where o.organization_id = ${organization_id}`
  return row ?? null
}
