import { Flex } from '../kit'

const uploaded = /\/files\/[0-9a-f]{64}\.(?:png|jpg)/g

/** WithPictures is a text, with the uploaded pictures that it names: whoever decides about one sees it. */
export function WithPictures({ text }: { text: string }) {
  const pictures = [...new Set(text.match(uploaded))]
  if (pictures.length === 0) return text
  return (
    <Flex vertical gap={8}>
      <span className="mono small">{text}</span>
      <Flex gap={12} wrap>
        {pictures.map((address) => (
          <img key={address} src={address} alt={address.slice(7, 19)} className="file-preview" />
        ))}
      </Flex>
    </Flex>
  )
}
