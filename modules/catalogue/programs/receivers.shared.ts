import type { Text } from '#platform/texts.ts'

/** The receivers of completions, by the ids that rule packs use. */
export const receivers: Readonly<Record<string, Text>> = {
  'fl-dhsmv': ['FLHSMV', 'FLHSMV'],
  'fl-clerk': ['Clerk of court (Florida)', 'Secretaría del tribunal (Florida)'],
  'tx-tdlr': ['TDLR (Texas)', 'TDLR (Texas)'],
  'ny-dmv': ['New York DMV', 'DMV de Nueva York'],
  'nj-mvc': ['New Jersey MVC', 'MVC de Nueva Jersey'],
  'mi-sos': ['Michigan Secretary of State', 'Secretaría de Estado de Michigan'],
  'ca-tvcc': ['California DMV (TVCC)', 'DMV de California (TVCC)'],
  'va-dmv': ['Virginia DMV', 'DMV de Virginia'],
  'az-courts': ['Arizona Supreme Court', 'Corte Suprema de Arizona'],
  'ga-dds': ['Georgia DDS', 'DDS de Georgia'],
  'oh-dps': ['Ohio DPS', 'DPS de Ohio'],
  'ca-dmv': ['California DMV', 'DMV de California'],
  'fmcsa-tpr': ['FMCSA registry', 'Registro de la FMCSA'],
}

/** The states (two letters) with an agency that sells certificate numbers to schools. */
export const sellingStates: readonly string[] = ['CA', 'GA', 'TX']
