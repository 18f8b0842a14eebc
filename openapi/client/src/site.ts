/** An address of the organization's site. Programs often read the site from their environment, where it may be missing. */
export function addressOf(site: string | undefined, path: string): string {
  if (!site || !URL.canParse(path, site))
    throw new TypeError("Pass `site`, the address of your organization's site, such as https://school.example.com.")
  return new URL(path, site).href
}
