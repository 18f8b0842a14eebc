/** Courses by the organization whose website sells them, the number under which it does, and their own number. */
export const offers = {
  improvement: { site: 'ssd', course_website_id: 1001, course_id: 1 },
  manejo: { site: 'ssd', course_website_id: 1002, course_id: 3 },
  theory: { site: 'gct', course_website_id: 1006, course_id: 2 },
} as const

/** The last thing that a student has done. */
export type Stage = 'bought' | 'registered' | 'studying' | 'passed'

export type Student = {
  firstName: string
  lastName: string
  offer: keyof typeof offers
  stage: Stage
  /** Days before today on which they bought the course. */
  daysAgo: number
  promo?: string
  /** Stars and words of their review, once they have passed. */
  review?: readonly [stars: number, comment: string]
}

/** The students of the month, by the day of their purchase. */
export const students: readonly Student[] = [
  {
    firstName: 'Rosa',
    lastName: 'Marín',
    offer: 'manejo',
    stage: 'passed',
    daysAgo: 29,
    review: [5, 'Muy claro, lo hice en dos tardes.'],
  },
  { firstName: 'Theo', lastName: 'Abbott', offer: 'improvement', stage: 'passed', daysAgo: 28 },
  { firstName: 'Imani', lastName: 'Cole', offer: 'improvement', stage: 'studying', daysAgo: 27 },
  {
    firstName: 'Javier',
    lastName: 'Ortega',
    offer: 'manejo',
    stage: 'passed',
    daysAgo: 25,
    promo: 'SUNNY5',
    review: [4, 'Bueno, aunque el capítulo del clima es largo.'],
  },
  { firstName: 'Grace', lastName: 'Holloway', offer: 'improvement', stage: 'bought', daysAgo: 24 },
  { firstName: 'Lucía', lastName: 'Peña', offer: 'manejo', stage: 'studying', daysAgo: 22 },
  { firstName: 'Marcus', lastName: 'Bell', offer: 'improvement', stage: 'registered', daysAgo: 21 },
  { firstName: 'Priya', lastName: 'Raman', offer: 'improvement', stage: 'passed', daysAgo: 20 },
  { firstName: 'Owen', lastName: 'Fitch', offer: 'improvement', stage: 'bought', daysAgo: 18, promo: 'SUNNY5' },
  { firstName: 'Ana', lastName: 'Reyes', offer: 'manejo', stage: 'passed', daysAgo: 16 },
  { firstName: 'Dwayne', lastName: 'Mercer', offer: 'improvement', stage: 'registered', daysAgo: 15 },
  { firstName: 'Deborah', lastName: 'Kim', offer: 'improvement', stage: 'bought', daysAgo: 14 },
  { firstName: 'Hannah', lastName: 'Lindqvist', offer: 'improvement', stage: 'studying', daysAgo: 13 },
  { firstName: 'Tomás', lastName: 'Guerrero', offer: 'manejo', stage: 'studying', daysAgo: 12 },
  { firstName: 'Felicia', lastName: 'Barnes', offer: 'improvement', stage: 'bought', daysAgo: 11 },
  { firstName: 'Luis', lastName: 'Cabrera', offer: 'manejo', stage: 'registered', daysAgo: 10 },
  { firstName: 'Miguel', lastName: 'Santos', offer: 'manejo', stage: 'passed', daysAgo: 9, promo: 'SUNNY5' },
  { firstName: 'Shawn', lastName: 'Pope', offer: 'improvement', stage: 'bought', daysAgo: 9 },
  { firstName: 'Kayla', lastName: "O'Neal", offer: 'theory', stage: 'bought', daysAgo: 8 },
  { firstName: 'Andre', lastName: 'Whitfield', offer: 'improvement', stage: 'studying', daysAgo: 7 },
  { firstName: 'Alma', lastName: 'Rivas', offer: 'manejo', stage: 'bought', daysAgo: 7 },
  { firstName: 'Beatriz', lastName: 'Núñez', offer: 'manejo', stage: 'studying', daysAgo: 6 },
  { firstName: 'Terrence', lastName: 'Gill', offer: 'improvement', stage: 'registered', daysAgo: 6 },
  { firstName: 'Caleb', lastName: 'Stone', offer: 'improvement', stage: 'studying', daysAgo: 5 },
  { firstName: 'Monique', lastName: 'Dubois', offer: 'improvement', stage: 'bought', daysAgo: 4 },
  { firstName: 'Joy', lastName: 'Aldana', offer: 'manejo', stage: 'bought', daysAgo: 4 },
  { firstName: 'Isabel', lastName: 'Fuentes', offer: 'manejo', stage: 'registered', daysAgo: 3 },
  { firstName: 'Ricardo', lastName: 'Vega', offer: 'manejo', stage: 'registered', daysAgo: 3 },
  { firstName: 'Gary', lastName: 'Pruitt', offer: 'improvement', stage: 'bought', daysAgo: 2 },
  { firstName: 'Emily', lastName: 'Tran', offer: 'improvement', stage: 'registered', daysAgo: 2 },
  { firstName: 'Yara', lastName: 'Haddad', offer: 'theory', stage: 'bought', daysAgo: 1 },
  { firstName: 'Nolan', lastName: 'Briggs', offer: 'improvement', stage: 'bought', daysAgo: 1 },
  { firstName: 'Carl', lastName: 'Jensen', offer: 'improvement', stage: 'bought', daysAgo: 1 },
]

/** Students whose license no agency knows, by last name: the simulated ones refuse a number with this ending. */
export const unknownLicenses: Readonly<Record<string, string>> = { Raman: 'W426556670000' }

/**
 * Students who write to support, by last name, in a category of tickets; with `reply`, an agent answers, and `solved` closes
 * the ticket.
 */
export const tickets: Readonly<
  Record<string, { category_id: number; message: string; reply?: string; solved?: true }>
> = {
  Abbott: {
    category_id: 8,
    message: 'My citation number has a letter in it. Do I type it as it is printed?',
    reply: 'Yes, exactly as it is printed on the citation, with the letter.',
    solved: true,
  },
  Cole: {
    category_id: 8,
    message: 'I was on vacation. Will I lose the lessons that I already finished?',
    reply: 'No. Your place and your time are saved. Sign in and continue where you left off.',
    solved: true,
  },
  Peña: {
    category_id: 2,
    message: '¿Puedo terminar el curso desde mi teléfono?',
    reply: 'Sí, desde cualquier teléfono o computadora.',
  },
  Lindqvist: { category_id: 2, message: 'The video about school zones stops after a few seconds on my tablet.' },
  Fuentes: { category_id: 4, message: 'Me equivoqué en mi fecha de nacimiento. ¿Cómo la corrijo?' },
}

/** The payments that an Admin refunds in full, by last name. */
export const refunds: ReadonlySet<string> = new Set(['Holloway', 'Barnes'])
