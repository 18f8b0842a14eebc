/** The file VERIFY.txt of an export: how to verify it with freely available programs, in both languages. */
export const howToVerify = `How to verify this export

You need the public key of the school's server. Take it from the audit page, not from this archive, and save it as key.pem.
There are two ways; each is enough.

1. With Node.js 20 or later (nodejs.org), on any computer. Download verify-export.mjs from the audit page into the folder of
the archive and the key; verify-export.mjs in this archive is the same program, but whoever could change the archive could
change it, too. It is one readable file and needs nothing else. Write the name of your archive instead of EXPORT.zip:

  node verify-export.mjs EXPORT.zip --key key.pem

It prints OK, or a line that begins with CHANGED for each change. It also checks the order of the events.

2. With openssl and sha256sum. Unpack the archive, and run these two commands in its folder (Linux and macOS; on Windows, in
Git Bash):

  openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig
  sha256sum --check --strict --quiet SHA256SUMS        (macOS: shasum -a 256 --check SHA256SUMS)

The first one prints "Signature Verified Successfully": the list of files is the one that the server signed.
The second one prints nothing (macOS: OK for each file): no file was changed. A file that is not in SHA256SUMS, other than
SHA256SUMS, SHA256SUMS.sig and manifest.sig, is not part of the export.

manifest.json says for whom the export was made, when, and for which program and days; "period" has their first and last
moment. audit-events.jsonl has the events about the courses and certificates, school-events.jsonl those of the days about
agencies, certificate numbers and rules. "chain" is the end of the school's
audit log at that moment. Ask the school to prove that its log still contains it: waypost verify --head
followed by organization_id, position and hash, with colons between them.

----

Cómo verificar esta exportación

Necesita la clave pública del servidor de la escuela. Tómela de la página de auditoría, no de este archivo, y guárdela como
key.pem. Hay dos maneras; cada una es suficiente.

1. Con Node.js 20 o posterior (nodejs.org), en cualquier computadora. Descargue verify-export.mjs de la página de auditoría en
la carpeta del archivo y de la clave, y ejecute el primer comando de arriba con el nombre de su archivo en lugar de EXPORT.zip.
El programa incluido en este archivo es el mismo, pero quien pudo modificar el archivo también pudo modificarlo. Muestra OK, o
una línea que empieza con CHANGED por cada cambio. También comprueba el orden de los eventos.

2. Con openssl y sha256sum. Descomprima el archivo y ejecute en su carpeta los otros dos comandos de arriba (Linux y macOS; en
Windows, en Git Bash).

El primero muestra "Signature Verified Successfully": la lista de archivos es la que firmó el servidor.
El segundo no muestra nada (en macOS, OK por cada archivo): ningún archivo fue modificado. Un archivo que no está en
SHA256SUMS, aparte de SHA256SUMS, SHA256SUMS.sig y manifest.sig, no forma parte de la exportación.

manifest.json indica para quién se hizo la exportación, cuándo, y para qué programa y días; "period" indica su primer y su
último momento. audit-events.jsonl contiene los eventos de los cursos y certificados, y school-events.jsonl los de esos días
sobre agencias, números de certificado y reglas. "chain" es el final del registro
de auditoría de la escuela en ese momento. Pida a la escuela que demuestre que su registro todavía lo contiene.
`
