import type { Sql } from '#platform/db/sql.ts'
import { parseDay } from '#platform/grid/columns.ts'
import { toCents } from '#platform/money.ts'
import type { DemoOrganization } from './source.ts'

/** Adds the organizations (parents first) and their place in the tree; what is there already stays as it is. */
export async function loadOrganizations(sql: Sql, organizations: readonly DemoOrganization[]): Promise<void> {
  for (const organization of organizations) {
    await sql`insert into identity.organization ${sql(organizationRow(organization))} on conflict do nothing`
  }
  await sql`
    with recursive path as (
      select organization_id as ancestor_id, organization_id as descendant_id, 0 as depth from identity.organization
      union all
      select path.ancestor_id, child.organization_id, path.depth + 1
      from path join identity.organization child on child.parent_organization_id = path.descendant_id
    )
    insert into identity.organization_closure (ancestor_id, descendant_id, depth)
    select ancestor_id, descendant_id, depth from path
    on conflict do nothing`
}

function organizationRow(organization: DemoOrganization) {
  const { organization_id, code, name, description, tax_id, check_payable_to, email, phone_number } = organization
  return {
    organization_id,
    code,
    name,
    description,
    tax_id,
    check_payable_to,
    email,
    phone_number,
    manager_first_name: organization.first_name,
    manager_last_name: organization.last_name,
    lk_organization_status_id: organization.lk_organization_status_id,
    hosting_ind: organization.hosting_ind === 1,
    invoice_ind: organization.invoice_ind === 1,
    parent_organization_id: organization.parentOrganizationId,
    default_ind: organization_id === 1,
  }
}

/** Adds the websites and what they sell at which price; needs the courses. */
export async function loadWebsites(sql: Sql, organizations: readonly DemoOrganization[]): Promise<void> {
  const websites = organizations.flatMap(({ organization_id, websites }) =>
    websites.map((website) => ({ organization_id, ...website })),
  )
  const rows = websites.map(({ courseWebsites: _, default_website_ind, admin_fee, organization_id, ...website }) => ({
    website_id: website.website_id,
    organization_id,
    name: website.name,
    url: website.url,
    code: website.code,
    phone: website.phone,
    default_website_ind: default_website_ind === 1,
    admin_fee_cents: toCents(admin_fee),
    hosted_ind: website.hosted_ind === 1,
    hosted_location: website.hosted_location,
    hosted_started_on: parseDay(website.hosted_started_on ?? '') ?? null,
  }))
  await sql`insert into catalogue.website ${sql(rows)} on conflict do nothing`
  const sold = websites.flatMap(({ organization_id, website_id, courseWebsites }) =>
    courseWebsites.map((courseWebsite) => ({
      course_website_id: courseWebsite.course_website_id,
      organization_id,
      website_id,
      course_id: courseWebsite.course_id,
      price_cents: toCents(courseWebsite.course_price),
      admin_fee_cents: toCents(courseWebsite.admin_fee),
      min_price_cents: toCents(courseWebsite.min_course_price),
      max_price_cents: toCents(courseWebsite.max_course_price),
    })),
  )
  await sql`insert into catalogue.course_website ${sql(sold)} on conflict do nothing`
}
