import type { Game } from '../../api/wire'
import { Form, Input, InputNumber } from '../../kit'
import { text } from '../../text/zh-cn'
import { ActionDialog } from '../../ui/action-dialog'
import { useAction } from '../../ui/use-action'
import { PictureField } from '../content/picture-field'

const words = text.game

interface Values {
  name: string
  initials: string
  picture: string
  position: number
}

/** changesOf is what differs from the game as it was: what others changed meanwhile is left alone. */
export function changesOf(game: Game, { name, initials = '', picture = '', position }: Partial<Values>): object {
  return {
    ...(name !== game.name && { name }),
    // A new name drops the old initials, so they are sent with it.
    ...((initials !== game.initials || name !== game.name) && { initials }),
    ...(picture !== game.picture && { picture }),
    ...(position !== game.position && { position }),
  }
}

export function EditDialog({ game, onClose }: { game: Game; onClose: () => void }) {
  const { run, running } = useAction<Game>(words.done)
  return (
    <ActionDialog<Values>
      title={words.editTitle(game.name)}
      okText={text.content.save}
      reason="none"
      running={running}
      initial={{ name: game.name, initials: game.initials, picture: game.picture, position: game.position }}
      onSend={(values) => run(`/games/${game.id}`, changesOf(game, values))}
      onClose={onClose}
      fields={
        <>
          <Form.Item
            name="name"
            label={words.name}
            rules={[{ required: true, whitespace: true, message: words.nameWrong }]}
          >
            <Input maxLength={40} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="initials"
            label={words.initials}
            extra={words.initialsHint}
            rules={[{ pattern: /^[0-9a-z]{0,20}$/, message: words.initialsWrong }]}
          >
            <Input maxLength={20} autoComplete="off" />
          </Form.Item>
          <PictureField prefer="/art/games/" label={words.picture} hint={words.pictureHint} optional />
          <Form.Item
            name="position"
            label={words.position}
            extra={words.positionHint}
            rules={[{ required: true, message: text.action.required }]}
          >
            <InputNumber min={0} max={1_000_000} precision={0} />
          </Form.Item>
        </>
      }
    />
  )
}

export function HideDialog({ game, onClose }: { game: Game; onClose: () => void }) {
  const { run, running } = useAction<Game>(words.done)
  return (
    <ActionDialog<object>
      title={game.hidden ? words.showTitle(game.name) : words.hideTitle(game.name)}
      okText={game.hidden ? words.show : words.hide}
      danger={!game.hidden}
      reason="none"
      running={running}
      onSend={() => run(`/games/${game.id}`, { hidden: !game.hidden })}
      onClose={onClose}
    >
      <p>{game.hidden ? words.showExplain : words.hideExplain}</p>
    </ActionDialog>
  )
}
