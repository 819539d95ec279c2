import './ui/tokens.css';
import './ui/base.css';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { UiStory } from './ui/story.tsx';
import { applyTheme, type ThemeChoice } from './ui/theme.ts';

/** All components, in `npm run dev` alone: the build knows only index.html. */
const StoryPage = () => {
  const [choice, choose] = useState<ThemeChoice>('light');
  applyTheme(choice === 'auto' ? 'light' : choice, document);
  return <UiStory theme={choice} onTheme={choose} />;
};

const root = document.getElementById('root');
if (!root) throw new Error('story.html has no #root');
createRoot(root).render(
  <StrictMode>
    <StoryPage />
  </StrictMode>,
);
