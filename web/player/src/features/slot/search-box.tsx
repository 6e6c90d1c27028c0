import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '../../ui/toast'
import { isOwnList, type Lobby, lobbyPath } from './lobby-address'
import { useSlotText } from './use-slot-text'

/** Searches the chosen provider's games on Enter (SLOT-03). */
export function SearchBox({ lobby }: { lobby: Lobby }) {
  const text = useSlotText()
  const navigate = useNavigate()
  const [word, setWord] = useState(lobby.name)
  const [shown, setShown] = useState(lobby.name)
  const field = useRef<HTMLInputElement>(null)
  // Back, a tab or a link changed the search: the field follows the address.
  if (shown !== lobby.name) {
    setShown(lobby.name)
    setWord(lobby.name)
  }
  const go = (name: string) => {
    if (name !== lobby.name) void navigate(lobbyPath({ ...lobby, filter: name ? 'all' : lobby.filter, name, page: 1 }))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // Favourites are of every provider, and a search wants one.
    if (isOwnList(lobby.filter)) toast('info', text.pickFirst)
    else go(word.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that chooses a Chinese word is the input method's; Safari tells it by its code alone.
    if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault()
  }
  return (
    <search className="max-w-76 flex-[1_1_13rem] h5:max-w-none">
      <form onSubmit={onSubmit} className="relative">
        <input
          ref={field}
          type="text"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={30}
          aria-label={text.search}
          placeholder={text.search}
          value={word}
          onChange={(event) => setWord(event.target.value)}
          onKeyDown={onKeyDown}
          className={`input-box pl-4 ${word ? 'pr-20' : 'pr-12'}`}
        />
        <div className="absolute inset-y-0 right-0.5 flex items-center">
          {word && (
            <button
              type="button"
              aria-label={text.clear}
              onClick={() => {
                setWord('')
                go('')
                field.current?.focus()
              }}
              className="grid size-9 place-items-center rounded-lg text-xl leading-none text-mute hover:text-text h5:h-11"
            >
              <span aria-hidden="true">×</span>
            </button>
          )}
          <button
            type="submit"
            aria-label={text.searchAction}
            className="grid size-10 place-items-center rounded-lg text-soft hover:text-gold h5:size-11"
          >
            <svg
              width="19"
              height="19"
              viewBox="0 0 20 20"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              aria-hidden="true"
            >
              <circle cx="8.500" cy="8.500" r="5.500" />
              <path d="M12.800 12.800L17 17" />
            </svg>
          </button>
        </div>
      </form>
    </search>
  )
}
