/** Documents of a release: those that an operator or a partner reads, and whatever they refer to. */
export const releasedDocuments: readonly string[] = [
  'docs/audit.md',
  'docs/clients.md',
  'docs/course-archive.md',
  'docs/email.md',
  'docs/events.md',
  'docs/operations.md',
  'docs/partners.md',
  'docs/personal-data.md',
  'docs/realtime.md',
  'docs/reporting.md',
  'docs/runbook.md',
  'docs/scale.md',
  'docs/tenancy.md',
  'docs/threats.md',
  'docs/realtime/centrifugo.yaml',
]

/** Files that the server reads at run time, and those for the operator. */
export const releasedFiles: readonly string[] = [
  'dist/client',
  'dist/server',
  'dist/readers',
  'dist/packages',
  'dist/texts.json',
  'dist/island-texts.json',
  'platform/paper/fonts',
  'modules/identity/passwords/common-passwords.bloom',
  'platform/audit/verify-export.mjs',
  'openapi/openapi.json',
  'openapi/partner.json',
  '.env.example',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'platform/deploy',
  ...releasedDocuments,
]

/**
 * The README of a release: its first paragraph, the documents beside it, and the settings. That of the repository begins
 * with commands and pictures that a release doesn't have.
 */
export function renderReadme(readme: string): string {
  const [heading, introduction] = readme.split('\n\n')
  const settings = readme.slice(readme.indexOf('\n## Configuration\n'))
  const documents = [
    '- `docs/operations.md`: installation, upgrade, backup and restore; begin with "Install from nothing"',
    '- `docs/runbook.md`: each alert and each event of the log, and what to do',
    '- `docs/scale.md`: from one machine to many; `docs/realtime.md`: Centrifugo; `docs/email.md`: SPF and DKIM',
    '- `docs/personal-data.md`: what is stored about people, how long, and how it is erased; `docs/audit.md`: the audit log',
    '- `docs/reporting.md`: the agencies',
    '- `docs/clients.md`, `docs/events.md`, `docs/partners.md`, `docs/course-archive.md`: for partners and their programs',
    '- `docs/tenancy.md`, `docs/threats.md`, `SECURITY.md`: what protects whom, and how to report a weakness',
    '- `platform/deploy`: systemd, compose, Kubernetes, proxies, roles, monitoring; `CHANGELOG.md`: what an upgrade needs',
  ]
  return [
    heading,
    introduction,
    '`bin/waypost --help` lists the commands.',
    documents.join('\n'),
    settings.trim(),
    '',
  ].join('\n\n')
}
