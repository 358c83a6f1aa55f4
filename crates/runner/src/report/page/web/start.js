access();
explorer();
trees();
