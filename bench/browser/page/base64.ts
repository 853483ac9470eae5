export function base64Of(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^.*,/, '')))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(content)
  })
}
